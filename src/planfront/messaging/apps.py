from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "planfront.messaging"
    label = "messaging"

    def ready(self) -> None:
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.messaging.services import renew_suppression

        RENEW_INDEX.connect(renew_suppression, key="messaging.Suppression.email_hash")
