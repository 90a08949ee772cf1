"""The reference at /api/v1/docs: a guide in front, and words with an example for every name in the document."""

from planfront.api.reference.document import complete, guide, require_what_is_always_sent

__all__ = ["complete", "guide", "require_what_is_always_sent"]
