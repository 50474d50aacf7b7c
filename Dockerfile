# Builds one image for every role (ROLE=all, api or worker), with ffmpeg, yt-dlp and the JavaScript
# runtime that yt-dlp needs (Node itself). docker-compose.yml runs it with nginx, PostgreSQL and Redis.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# Install the packages first, because their layer is reused until package-lock.json changes.
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/cli/package.json apps/cli/
COPY apps/web/package.json apps/web/
COPY libs/client/package.json libs/client/
COPY libs/contract/package.json libs/contract/
COPY libs/media/package.json libs/media/
COPY libs/site/package.json libs/site/
COPY test/package.json test/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build
# Keep only the packages that the server and the install script need (the api, our libraries, openpgp).
RUN npm ci --omit=dev -w @dipper/api --include-workspace-root --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/libs ./libs
COPY --from=build /app/apps ./apps
COPY --from=build /app/config ./config
# Installs ffmpeg, python3 and yt-dlp in the same way as on any other machine. tini reaps the orphaned
# processes of yt-dlp and ffmpeg and passes signals on.
RUN node scripts/install-programs.mjs \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
RUN install -d -o node -g node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DRAIN_SECONDS=10
VOLUME /data
EXPOSE 3000
# A worker (ROLE=worker) responds to this request, too.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
# `npm start` uses the same flag (package.json). It frees the memory of a merge sooner.
CMD ["node", "--max-semi-space-size=4", "apps/api/dist/bundle/main.js"]
