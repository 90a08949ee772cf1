from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "planfront.accounts"
    label = "accounts"
