from django.apps import AppConfig


class PoliciesConfig(AppConfig):
    name = "planfront.policies"
    label = "policies"

    def ready(self) -> None:
        from planfront.book.told import CHANGED, RENEWAL_AGREED
        from planfront.kernel.moves import MOVES
        from planfront.policies.letters.tasks import tell_of_order, tell_of_renewal
        from planfront.policies.merging import HELD_CHANGES

        CHANGED.connect(tell_of_order)
        MOVES.connect(HELD_CHANGES, key="planfront.policies.HeldChange")
        RENEWAL_AGREED.connect(tell_of_renewal)
