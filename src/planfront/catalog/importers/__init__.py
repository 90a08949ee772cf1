"""Catalog files as carriers and CMS publish them: plan attributes, benefits and cost sharing, service areas."""
