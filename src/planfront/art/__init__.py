"""The store's own pictures, drawn in code: scenes of categories and steps, empty states, portraits built from parts.

Knows nothing of the store. Colours of a brand are named as custom properties (``palette.py``); whoever shows a picture
says what they are.
"""
