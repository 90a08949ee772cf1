"""The store's own pictures as SVG files: scenes of categories and steps, empty states, and the parts of portraits.

Knows nothing of the store. A brand's colors are custom properties, ``var(--art-NAME,VALUE)``, whose values by day and
by night come with its style sheet (``brands.pictured``); what stands behind the comma is the same in every picture and
shows where a picture is opened alone. Skin, hair, leaves and categories have colors of their own.
"""
