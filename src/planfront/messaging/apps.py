from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "planfront.messaging"
    label = "messaging"
