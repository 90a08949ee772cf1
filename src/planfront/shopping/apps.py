from django.apps import AppConfig


class ShoppingConfig(AppConfig):
    name = "planfront.shopping"
    label = "shopping"
