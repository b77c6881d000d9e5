# One image for web, worker and beat; docker-compose.yml says which runs where.
FROM python:3.13-slim

RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        fonts-noto-cjk libharfbuzz-subset0 libpango-1.0-0 libpangoft2-1.0-0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home app \
    && install --directory --owner=app /data

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PRODUCTION=true \
    HOST=0.0.0.0 \
    PORT=8000 \
    VAR_DIR=/data \
    STATIC_ROOT=/app/staticfiles

WORKDIR /app
COPY requirements.lock ./
RUN pip install --require-hashes --requirement requirements.lock
COPY . .
# The values serve this one step: nothing connects and nothing of them stays.
RUN bin/compile-messages \
    && SECRET_KEY=build TOKEN_PEPPER=build ALLOWED_HOSTS=build \
       DATABASE_URL=postgresql://build/build REDIS_URL=redis://build/0 \
       python manage.py collectstatic --no-input

USER app
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "procurement.wsgi"]
