from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "planfront.billing"
    label = "billing"

    def ready(self) -> None:
        from planfront.billing.merging import PAYMENTS
        from planfront.billing.selectors import usual_way
        from planfront.billing.services import renew_account_index
        from planfront.kernel.moves import MOVES
        from planfront.kernel.rekey import RENEW_INDEX
        from planfront.shopping.cart.payment import USUAL_PAYMENT

        RENEW_INDEX.connect(renew_account_index, key="billing.PaymentMethod.account_index")
        USUAL_PAYMENT.connect(usual_way)
        MOVES.connect(PAYMENTS, key="planfront.billing.PaymentMethod")
