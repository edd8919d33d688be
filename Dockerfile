# The image of Lectern. The project to serve is mounted at /site, or copied there by an image on top of this one:
# docs/deploy.md.

# 22.14 or later: the SQLite driver for older ones has to be compiled.
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /lectern
COPY package.json package-lock.json LICENSE ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY pages pages
COPY explorer explorer
COPY src src
RUN npm run build && npm prune --omit=dev --ignore-scripts
# The driver for older versions of Node, and what only compilers, debuggers and other systems need: more than half of it.
RUN rm -rf node_modules/better-sqlite3 node_modules/better-sqlite3-13/deps node_modules/better-sqlite3-13/src \
  && find node_modules/better-sqlite3-13/prebuilds -type f ! -name "linux*-$(node -p process.arch).node" -delete \
  && find node_modules -name '*.map' -delete -o -name '*.d.ts' -delete -o -name '*.d.mts' -delete -o -name '*.d.cts' -delete

FROM node:${NODE}
WORKDIR /lectern
COPY --from=build /lectern/package.json /lectern/LICENSE ./
COPY --from=build /lectern/node_modules node_modules
COPY --from=build /lectern/dist dist
RUN ln -s /lectern/dist/cli/main.js /usr/local/bin/lectern && mkdir /site && chown node:node /site

USER node
WORKDIR /site
ENV NODE_ENV=production LECTERN_PROJECT=/site LECTERN_HOST=0.0.0.0 LECTERN_PORT=1337
EXPOSE 1337
# Whether the process lives, not whether its database does: some orchestrators restart what is unhealthy.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.LECTERN_PORT}/_health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["lectern"]
CMD ["serve"]
