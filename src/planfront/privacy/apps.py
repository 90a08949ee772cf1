from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "planfront.privacy"
    label = "privacy"

    def ready(self) -> None:
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.privacy.services import renew_request_index

        RENEW_INDEX.connect(renew_request_index, key="privacy.PrivacyRequest.email_index")
