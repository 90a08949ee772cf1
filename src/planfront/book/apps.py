from django.apps import AppConfig


class BookConfig(AppConfig):
    name = "planfront.book"
    label = "book"
    verbose_name = "Book"
