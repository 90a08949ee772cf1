from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "planfront.catalog"
    label = "catalog"

    def ready(self) -> None:
        from planfront.catalog.importers.area_files import ServiceAreas
        from planfront.catalog.importers.base import CatalogImporter
        from planfront.catalog.importers.benefit_files import BenefitsAndCostSharing
        from planfront.catalog.importers.plan_files import PlanAttributes
        from planfront.imports.registry import IMPORTERS

        kinds: tuple[CatalogImporter, ...] = (PlanAttributes(), BenefitsAndCostSharing(), ServiceAreas())
        for kind in kinds:
            IMPORTERS.connect(kind, key=kind.kind)
