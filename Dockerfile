# Two stages: the first installs, the second has what runs and nothing to build with. docs/install.md says how to start
# it, and how to pin the image it is made from by its digest. The tests carry these steps out (tests/deploy/test_image.py).

FROM python:3.13.16-slim-trixie AS build
WORKDIR /app
COPY requirements/base.txt requirements/
RUN python -m venv .venv
RUN .venv/bin/python -m pip install --disable-pip-version-check --require-hashes -r requirements/base.txt
COPY manage.py ./
COPY deploy/start.sh deploy/
COPY games games
COPY locale locale
COPY scorekeeper scorekeeper
COPY static static
COPY templates templates
RUN SCOREKEEPER_VAR=/tmp/build .venv/bin/python manage.py compilemessages
RUN .venv/bin/python -m compileall -q games scorekeeper
RUN mkdir --mode=700 /data

FROM python:3.13.16-slim-trixie
# Fonts for pictures of results, in all four languages; pg_dump for backups of PostgreSQL.
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-noto-cjk postgresql-client && \
    rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 /data /data
ENV HOME=/tmp PATH=/app/.venv/bin:/usr/local/bin:/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 SCOREKEEPER_VAR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health/live', timeout=4)"]
CMD ["deploy/start.sh"]
