from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "planfront.messaging"
    label = "messaging"

    def ready(self) -> None:
        from planfront.kernel.rekey import renew_with
        from planfront.messaging.services import suppression_renew

        renew_with("messaging.Suppression.email_hash", suppression_renew)
