from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "planfront.messaging"
    label = "messaging"

    def ready(self) -> None:
        from planfront.accounts.party import TRUST_ADDRESS
        from planfront.accounts.sign_in_by_mail.outgoing import QUEUE_MAIL
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.messaging.returned import trust_addresses
        from planfront.messaging.services import queue_account_mail, renew_suppression

        TRUST_ADDRESS.connect(trust_addresses)
        QUEUE_MAIL.connect(queue_account_mail)
        RENEW_INDEX.connect(renew_suppression, key="messaging.Suppression.email_hash")
