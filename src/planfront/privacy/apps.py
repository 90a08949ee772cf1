from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "planfront.privacy"
    label = "privacy"

    def ready(self) -> None:
        from planfront.kernel.rekey import renew_with
        from planfront.privacy.services import request_index_renew

        renew_with("privacy.PrivacyRequest.email_index", request_index_renew)
