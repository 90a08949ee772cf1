from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "planfront.catalog"
    label = "catalog"

    def ready(self) -> None:
        from planfront.catalog.importers.area_files import ServiceAreas
        from planfront.catalog.importers.base import CatalogImporter
        from planfront.catalog.importers.benefit_files import BenefitsAndCostSharing
        from planfront.catalog.importers.plan_files import PlanAttributes
        from planfront.catalog.names_in_files import categories, insurers, plans
        from planfront.imports.registry import IMPORTERS
        from planfront.parties.catalog_names import CATALOG_NAMES

        kinds: tuple[CatalogImporter, ...] = (PlanAttributes(), BenefitsAndCostSharing(), ServiceAreas())
        for kind in kinds:
            IMPORTERS.connect(kind, key=kind.kind)
        CATALOG_NAMES.connect(insurers, key="insurers")
        CATALOG_NAMES.connect(plans, key="plans")
        CATALOG_NAMES.connect(categories, key="categories")
