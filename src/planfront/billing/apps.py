from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "planfront.billing"
    label = "billing"

    def ready(self) -> None:
        from planfront.billing.selectors import usual_way
        from planfront.billing.services import renew_account_index
        from planfront.kernel.rekey import renew_with
        from planfront.shopping.cart.payment import pay_with

        renew_with("billing.PaymentMethod.account_index", renew_account_index)
        pay_with(usual_way)
