# Builds one image with the server and its programs. docker-compose.yml runs it with PostgreSQL and
# Redis.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev --no-audit --no-fund && npm run build
# Keep only the packages that the server and the install script need (the api, our libraries, execa).
RUN npm ci --omit=dev -w @dipper/api --include-workspace-root --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app /app
# Install ffmpeg, python3 and yt-dlp in the same way as on any other machine.
RUN node scripts/install-programs.mjs && rm -rf /var/lib/apt/lists/*
RUN install -d -o node -g node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# A worker (ROLE=worker) responds to this request, too.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `npm start` uses the same flag (package.json). It frees the memory of a merge sooner.
CMD ["node", "--max-semi-space-size=4", "apps/api/dist/bundle/main.js"]
