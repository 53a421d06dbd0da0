# The server with the web client. compose.yaml starts two of it.
FROM node:26-slim AS build
WORKDIR /rivulet
COPY . .
RUN npm install --no-audit --no-fund --ignore-scripts -w packages/blocks -w packages/web -w packages/server && npm run build
# What the built server needs of npm.
RUN npm install --no-audit --no-fund --ignore-scripts --omit=dev -w packages/blocks -w packages/server

FROM node:26-slim
# rivulet backup and rivulet restore call pg_dump and pg_restore, which must not be older than the PostgreSQL of compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
WORKDIR /rivulet
COPY --from=build /rivulet/node_modules node_modules
COPY --from=build /rivulet/packages packages
RUN ln -s /rivulet/packages/server/bin/rivulet /usr/local/bin/rivulet && mkdir /var/lib/rivulet && chown node /var/lib/rivulet
USER node
WORKDIR /var/lib/rivulet
ENV NODE_COMPILE_CACHE=/tmp/rivulet
EXPOSE 7070
CMD ["rivulet", "serve", "--host", "0.0.0.0", "--data", "/var/lib/rivulet"]
