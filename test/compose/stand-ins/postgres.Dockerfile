# Stands in for postgres:15.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-15 && rm -rf /var/lib/apt/lists/*
RUN ln -s /usr/lib/postgresql/15/bin/pg_isready /usr/local/bin/pg_isready \
  && install -d -o postgres -g postgres /var/lib/postgresql/data
COPY postgres.sh /usr/local/bin/stand-in-postgres
ENV PGHOST=/tmp
USER postgres
CMD ["sh", "/usr/local/bin/stand-in-postgres"]
