/** Loaded into a Lectern that plays Strapi: takes away the header by which `lectern compare` recognises Lectern. */

import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype

ServerResponse.prototype.writeHead = function (status, head) {
  return writeHead.call(this, status, Array.isArray(head) ? withoutVary(head) : head)
}

/** `head`: names and values in turn. */
function withoutVary(head) {
  return head.filter((_, index) => String(head[index - (index % 2)]).toLowerCase() !== 'vary')
}
