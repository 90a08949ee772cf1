"""WSGI entry point, that waitress serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planfront.config.settings")
application = get_wsgi_application()
