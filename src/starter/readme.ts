/** The README of a new project. */
export const README = `# A content project

Content types are in \`src/api\`, components in \`src/components\`, settings in \`config\`. Lectern serves them:

\`\`\`sh
npm install
npm run dev
\`\`\`

It starts again when one of these files is saved. \`npm start\` serves them as on a server, on all cores.

The first start creates the database, \`data/content.db\`, and writes secrets to \`.env\`. Keep both out of version
control, and make backups of both.

## Write something

Make a key, while the server runs or before:

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

Nobody may read anything until you say so:

\`\`\`sh
npx lectern role allow public api::article.article.find api::article.article.findOne
npx lectern role list
\`\`\`

Drafts (\`?status=draft\`) have a right of their own, \`api::article.article.findDrafts\`: \`rest.drafts\` in \`config/api.js\`.

## Users and languages

\`\`\`sh
npx lectern user create --email ada@example.com
npx lectern locale add fr-FR
\`\`\`

## Change the content types

Edit the schema files: \`npm run dev\` adds what is new to the database and says so. What would lose data is kept and listed:
\`npx lectern migrate --dry-run\` says what would be done, and \`npx lectern migrate --allow-data-loss\` also drops what is gone.
`
