-- What `lectern advise` names for the ten queries, on the adopted SQLite database at scale 400.
create index "lectern_articles_on_featured_locale_views_publish_69d53" on "articles" ("featured", "locale", "views", "publish_day", "score", "id") where "published_at" is not null;
create index "lectern_articles_on_locale_title_id_published" on "articles" ("locale", "title", "id") where "published_at" is not null;
