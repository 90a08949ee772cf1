"""A bill of materials of both sides, in CycloneDX 1.6 (JSON)."""

from collections.abc import Iterable

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tools.supply.packages import NPM, Package

_ALGORITHMS = {"sha256": HashAlgorithm.SHA_256, "sha512": HashAlgorithm.SHA_512}
_PURL_TYPES = {"PyPI": "pypi", "npm": "npm"}


def write(packages: Iterable[Package], version: str) -> str:
    """The document. What only the checks need has the scope "excluded"."""
    store = Component(name="planfront", version=version, type=ComponentType.APPLICATION, bom_ref="planfront")
    bom = Bom()
    bom.metadata.component = store
    components = [_component(package) for package in packages]
    for component in components:
        bom.components.add(component)
    bom.register_dependency(store, components)
    return str(JsonV1Dot6(bom).output_as_string(indent=2)) + "\n"


def _component(package: Package) -> Component:
    purl = _purl(package)
    licenses = [LicenseFactory().make_from_string(package.license)] if package.license else []
    return Component(
        name=package.name,
        version=package.version,
        type=ComponentType.LIBRARY,
        scope=ComponentScope.REQUIRED if package.shipped else ComponentScope.EXCLUDED,
        purl=purl,
        bom_ref=purl.to_string(),
        licenses=licenses,
        hashes=[HashType(alg=_ALGORITHMS[name], content=digest) for name, digest in package.hashes],
    )


def _purl(package: Package) -> PackageURL:
    scope, _, name = package.name.rpartition("/") if package.ecosystem == NPM else ("", "", package.name)
    return PackageURL(_PURL_TYPES[package.ecosystem], scope or None, name, package.version)
