from django.apps import AppConfig


class BookConfig(AppConfig):
    name = "planfront.book"
    label = "book"
    verbose_name = "Book"

    def ready(self) -> None:
        from planfront.book.merging import POLICIES
        from planfront.kernel.database.moves import MOVES

        MOVES.connect(POLICIES, key="planfront.book.Policy")
