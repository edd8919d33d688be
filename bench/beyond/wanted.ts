/** Values shared by the queries and the hand-written SQL. */

/** Reviews that are shown of each article. */
export const reviewsWanted = 3
export const leastReviews = 3
export const leastViews = 1_000
export const soughtWord = 'ember'
/** `rest.countCap`, as it is by default. */
export const countCap = 1_000
/** In 60 of 100 articles. */
export const commonWord = 'canyon'
/** In forty articles, at scale 40 and above. */
export const rareWord = 'zephyr'
