from django.apps import AppConfig


class IntegrationsConfig(AppConfig):
    name = "planfront.integrations"
    label = "integrations"

    def ready(self) -> None:
        from planfront.imports.registry import register
        from planfront.integrations.importers.bank_files import Banks
        from planfront.integrations.importers.zip_files import ZipCounties

        register(Banks())
        register(ZipCounties())
