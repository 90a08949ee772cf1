from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "planfront.privacy"
    label = "privacy"

    def ready(self) -> None:
        from planfront.kernel.rekey import RENEW_INDEX
        from planfront.privacy.services import request_index_renew

        RENEW_INDEX.connect(request_index_renew, key="privacy.PrivacyRequest.email_index")
