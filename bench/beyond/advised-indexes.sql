-- What `lectern advise` names for the queries of --beyond, on both databases as they are.
create index "lectern_articles_on_locale_title_id_published" on "articles" ("locale", "title", "id") where "published_at" is not null;
create index "lectern_reviews_article_lnk_on_article_id_review_od9ec7" on "reviews_article_lnk" ("article_id", "review_ord", "id", "review_id");
