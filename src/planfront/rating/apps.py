from django.apps import AppConfig


class RatingConfig(AppConfig):
    name = "planfront.rating"
    label = "rating"
