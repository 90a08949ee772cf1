from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "planfront.billing"
    label = "billing"

    def ready(self) -> None:
        from planfront.billing.selectors import usual_way
        from planfront.billing.services import account_index_renew
        from planfront.kernel.rekey import renew_with
        from planfront.shopping.cart.payment import pay_with

        renew_with("billing.PaymentMethod.account_index", account_index_renew)
        pay_with(usual_way)
