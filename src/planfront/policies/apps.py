from django.apps import AppConfig


class PoliciesConfig(AppConfig):
    name = "planfront.policies"
    label = "policies"

    def ready(self) -> None:
        from planfront.policies.selectors import bought_plans
        from planfront.shopping.pricing.owned_plans import BOUGHT_PLANS

        BOUGHT_PLANS.connect(bought_plans)
