"""WSGI entry point, served by granian."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planfront.config.settings")
application = get_wsgi_application()
