from django.apps import AppConfig


class LettersConfig(AppConfig):
    name = "planfront.letters"
    label = "letters"
    verbose_name = "Letters"

    def ready(self) -> None:
        from planfront.letters.documents import make_letter
        from planfront.messaging.documents import LETTER_MAKER

        LETTER_MAKER.connect(make_letter, key="letter")
