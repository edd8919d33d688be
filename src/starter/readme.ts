/** The README of a new project. */
export const README = `# A content project

Content types are in \`src/api\`, components in \`src/components\`, settings in \`config\`. Lectern serves them:

\`\`\`sh
npm install
npm run dev
\`\`\`

It restarts when one of these files is saved. \`npm start\` serves them as on a server, on all cores.

The database is \`data/content.db\`, and the secrets are in \`.env\`; a start creates what is missing. Keep both out of version
control, and make backups of both.

## Write something

Make an API token, while the server runs or before:

\`\`\`sh
KEY=$(npx lectern token create writing --type full-access)
\`\`\`

\`\`\`sh
curl http://127.0.0.1:1337/api/authors -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{ "data": { "name": "Ada" } }'
curl http://127.0.0.1:1337/api/articles -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{ "data": { "title": "Hello", "links": [{ "label": "More", "url": "https://example.com" }] } }'
curl 'http://127.0.0.1:1337/api/articles?populate=*' -H "Authorization: Bearer $KEY"
\`\`\`

## Let others read it

The public role may read articles and authors, unless this project was made with \`--empty\`. New content types are not
public until you allow it:

\`\`\`sh
npx lectern role list
npx lectern role allow public api::page.page.find api::page.page.findOne
npx lectern role deny public api::author.author.find
\`\`\`

Drafts (\`?status=draft\`) need a permission of their own, \`api::article.article.findDrafts\`: \`rest.drafts\` in \`config/api.js\`.

## Users and languages

\`\`\`sh
npx lectern user create --email ada@example.com
npx lectern locale add fr-FR
\`\`\`

## Change the content types

Edit the schema files: \`npm run dev\` adds what is new to the database and says so. What would lose data is kept and listed:
\`npx lectern migrate --dry-run\` says what would be done, and \`npx lectern migrate --allow-data-loss\` also drops what is gone.
`
