/** The README of a new project. */
export const README = `# A content project

Content types are in \`src/api\`, components in \`src/components\`, settings in \`config\`. Lectern serves them (\`npx lectern\`
where it is installed in a folder only):

\`\`\`sh
lectern serve
\`\`\`

The first start creates the database, \`data/content.db\`, and writes secrets to \`.env\`. Keep both out of version
control, and make backups of both.

## Write something

Make a key, while the server runs or before:

\`\`\`sh
KEY=$(lectern token create writing --type full-access)
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
lectern role allow public api::article.article.find api::article.article.findOne
lectern role list
\`\`\`

Drafts (\`?status=draft\`) have a right of their own, \`api::article.article.findDrafts\`: \`rest.drafts\` in \`config/api.js\`.

## Users and languages

\`\`\`sh
lectern user create --email ada@example.com
lectern locale add fr-FR
\`\`\`

## Change the content types

Edit the schema files and start the server again: what is new is added to the database. \`lectern migrate --dry-run\`
shows what would be done, and \`lectern migrate --allow-data-loss\` also drops what is gone.
`
