from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "planfront.messaging"
    label = "messaging"

    def ready(self) -> None:
        from planfront.kernel.rekey import renew_with
        from planfront.messaging.services import renew_suppression

        renew_with("messaging.Suppression.email_hash", renew_suppression)
