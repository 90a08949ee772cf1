from django.apps import AppConfig


class PoliciesConfig(AppConfig):
    name = "planfront.policies"
    label = "policies"

    def ready(self) -> None:
        from planfront.book.told import CHANGED, RENEWAL_AGREED
        from planfront.policies.letters.tasks import tell_of_order, tell_of_renewal

        CHANGED.connect(tell_of_order)
        RENEWAL_AGREED.connect(tell_of_renewal)
