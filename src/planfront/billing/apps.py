from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "planfront.billing"
    label = "billing"

    def ready(self) -> None:
        from planfront.billing.merging import AGREEMENTS, PAYMENTS
        from planfront.billing.selectors import usual_way
        from planfront.billing.services import renew_account_index
        from planfront.billing.vault import delete_cards_of
        from planfront.kernel.database.moves import MOVES
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.shopping.cart.payment import USUAL_PAYMENT
        from planfront.shopping.quoting.pruning import DELETING_QUOTES

        RENEW_INDEX.connect(renew_account_index, key="billing.PaymentMethod.account_index")
        RENEW_INDEX.connect(renew_account_index, key="billing.PaymentAgreement.account_index")
        USUAL_PAYMENT.connect(usual_way)
        DELETING_QUOTES.connect(delete_cards_of)
        MOVES.connect(PAYMENTS, key="planfront.billing.PaymentMethod")
        MOVES.connect(AGREEMENTS, key="planfront.billing.PaymentAgreement")
