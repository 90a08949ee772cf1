from django.apps import AppConfig


class ShoppingConfig(AppConfig):
    name = "planfront.shopping"
    label = "shopping"

    def ready(self) -> None:
        from planfront.accounts.services import carry_with
        from planfront.integrations.zips import ask_county_when
        from planfront.shopping.carrying import carry
        from planfront.shopping.places import county_rule

        ask_county_when(county_rule)
        carry_with(carry)
