import os

SECRET_KEY = os.environ.get("DJANGO_SECRET_KEY", "only-for-this-example")
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "shop.urls"
MIDDLEWARE = ["shop.flags.FlagsMiddleware"]
USE_TZ = True

BUNTING_URL = os.environ.get("BUNTING_DELIVERY_URL", "http://127.0.0.1:4001")
BUNTING_KEY = os.environ.get("BUNTING_KEY", "")
