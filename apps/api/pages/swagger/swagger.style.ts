/** The style of Swagger UI: quieter, without the parts that do not apply, and usable at the width of a telephone. */
export const SWAGGER_STYLE = `
.swagger-ui .topbar, .swagger-ui .auth-wrapper, .swagger-ui .authorization__btn, .swagger-ui .scheme-container, .swagger-ui .version-stamp + .version-stamp, .swagger-ui .info span > small:nth-of-type(2) { display: none; }
html { scroll-padding-top: 7.5rem; }
.lodge-bar { position: sticky; top: 0; z-index: 10; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1rem; background: #1d2433; color: #fff; font: 15px/1.4 system-ui, sans-serif; }
.lodge-home { color: #fff; font-weight: 700; letter-spacing: .03em; text-decoration: none; }
.lodge-bar p { margin: 0; flex: 1 1 12rem; overflow-wrap: anywhere; }
.lodge-bar [hidden] { display: none; }
.lodge-form { display: flex; flex-wrap: wrap; gap: .4rem; }
.lodge-bar input, .lodge-bar select { padding: .35rem .5rem; border: 0; border-radius: 6px; font: inherit; min-width: 0; max-width: 100%; background: #fff; color: #1d2433; }
.lodge-bar button { padding: .35rem .8rem; border: 0; border-radius: 6px; font: inherit; font-weight: 700; background: #8ab4f8; color: #10151f; cursor: pointer; }
.lodge-bar :focus-visible, .lodge-choice select:focus-visible { outline: 3px solid #8ab4f8; outline-offset: 2px; }
.lodge-search { position: relative; flex: 1 0 100%; }
.lodge-bar .lodge-search input { width: 100%; padding: .5rem .75rem; font-size: 16px; }
#lodge-found { position: absolute; left: 0; right: 0; top: calc(100% + 4px); margin: 0; padding: .3rem; list-style: none; background: #fff; color: #1d2433; border-radius: 8px; box-shadow: 0 8px 28px rgb(0 0 0 / .28); max-height: 70vh; overflow-y: auto; }
#lodge-found li { display: flex; align-items: center; gap: .75rem; padding: .5rem .6rem; border-radius: 6px; cursor: pointer; }
#lodge-found li[aria-selected="true"] { background: #e3ecfb; }
.lodge-method { flex: 0 0 4.2rem; padding: .1rem 0; border-radius: 4px; font-size: 12px; font-weight: 700; text-align: center; color: #fff; background: #47515f; }
.lodge-get { background: #1f5fbf; } .lodge-post { background: #1b7f4b; } .lodge-delete { background: #b3261e; } .lodge-patch, .lodge-put { background: #8a5a00; }
.lodge-summary { flex: 1 1 auto; }
#lodge-found small { color: #5b6475; }
.lodge-choice { display: inline-flex; align-items: center; flex-wrap: wrap; gap: .3rem; margin: 0 1rem .4rem 0; max-width: 100%; font: 13px/1.4 system-ui, sans-serif; color: #3b4151; }
.swagger-ui .lodge-choice select, .swagger-ui .lodge-choice input { min-width: 0; max-width: min(100%, 26rem); height: 34px; padding: 5px 8px; font-size: 14px; }
.swagger-ui .lodge-choice select { padding-right: 30px; }
.lodge-offers { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: 0 0 .6rem; }
.lodge-offers .lodge-choice, .lodge-choices .lodge-choice { margin: 0; }
/* What came back stands before what was sent. */
.lodge-live:focus { outline: none; }
.lodge-live > div:last-child { display: flex; flex-direction: column; }
.lodge-live > div:last-child > .curl-command, .lodge-live > div:last-child > div:has(> .request-url) { order: 1; }
.swagger-ui .lodge-choices td { padding-top: 0; border: 0; }
.lodge-problem { margin: 12px 0; padding: .8rem 1rem; border-left: 5px solid #b3261e; border-radius: 6px; background: #fdecea; color: #410e0b; font: 16px/1.5 system-ui, sans-serif; }
.lodge-problem p { margin: .25rem 0 0; font-size: inherit; color: inherit; }
.lodge-problem ul { margin: .4rem 0 0; padding-left: 1.2rem; }
/* The fonts of Swagger UI are missing on many machines, and what stands in for them may have no bold letters. */
.swagger-ui, .swagger-ui .opblock-tag, .swagger-ui .btn, .swagger-ui label, .swagger-ui select, .swagger-ui .info .title, .swagger-ui .info p, .swagger-ui .response-col_status, .swagger-ui table thead tr th, .swagger-ui .markdown p, .swagger-ui .opblock .opblock-summary-description { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.swagger-ui .microlight, .swagger-ui .microlight span, .swagger-ui textarea, .swagger-ui .markdown code, .swagger-ui .opblock .opblock-summary-path, .swagger-ui .curl, .swagger-ui .highlight-code, .swagger-ui .request-url pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", "Liberation Mono", "DejaVu Sans Mono", monospace; font-weight: 400; }
.swagger-ui code, .swagger-ui .markdown code, .swagger-ui .renderedMarkdown code, .swagger-ui .parameter__type, .swagger-ui .parameter__in { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", "Liberation Mono", "DejaVu Sans Mono", monospace; font-weight: 400; font-style: normal; }
.swagger-ui .download-contents { font-family: inherit; font-weight: 400; }
.lodge-readable { margin: 12px 0; padding: .8rem 1rem; border-radius: 6px; background: #fff; color: #1d2433; font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.swagger-ui .lodge-readable h5 { margin: .9rem 0 .3rem; font: inherit; font-weight: 700; color: inherit; }
.lodge-readable > div:first-child h5 { margin-top: 0; }
.lodge-readable dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .15rem 1.2rem; margin: 0; }
.lodge-readable dt { color: #5b6475; }
.lodge-readable dd { margin: 0; overflow-wrap: anywhere; }
.lodge-table { overflow-x: auto; }
.swagger-ui .lodge-table table { width: auto; min-width: 50%; border-collapse: collapse; }
.swagger-ui .lodge-table table tr th, .swagger-ui .lodge-table table tbody tr td { width: auto; min-width: 0; max-width: 30rem; padding: .3rem .9rem .3rem 0; border: 0; border-bottom: 1px solid #d9dde5; font: inherit; color: inherit; text-align: left; vertical-align: top; white-space: nowrap; }
.swagger-ui .lodge-table table tbody tr td.lodge-long { min-width: 16rem; white-space: normal; overflow-wrap: anywhere; }
.swagger-ui .lodge-table table tr th { font-weight: 700; color: #5b6475; }
.swagger-ui .lodge-table p { margin: .4rem 0 0; color: #5b6475; font: inherit; }
@media (max-width: 640px) {
  html { scroll-padding-top: 10rem; }
  .lodge-bar input { flex: 1 1 9rem; }
  .lodge-bar select { flex: 1 1 8rem; }
  #lodge-found small { display: none; }
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-description { max-width: 100%; flex: 1 1 100%; font-size: 14px; overflow-wrap: anywhere; }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody, .swagger-ui table.parameters tr, .swagger-ui table.parameters td { display: block; width: 100%; }
  .swagger-ui table.parameters thead, .swagger-ui .responses-table thead, .lodge-choices td:first-child { display: none; }
  .swagger-ui .responses-table, .swagger-ui .responses-table > tbody, .swagger-ui .responses-table > tbody > tr, .swagger-ui .responses-table > tbody > tr > td { display: block; width: 100%; min-width: 0; max-width: 100%; padding: 4px 0; }
  .swagger-ui .operation-link, .swagger-ui .operation-link pre, .swagger-ui .operation-link code { white-space: pre-wrap; overflow-wrap: anywhere; }
  .swagger-ui table.parameters tbody tr td { padding: 4px 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; position: relative; padding-right: 40px; }
  .swagger-ui .opblock-tag small { flex: 1 1 100%; padding: 0; }
  .swagger-ui .opblock-tag button { position: absolute; right: 0; top: 8px; }
  .swagger-ui .opblock-description-wrapper, .swagger-ui .responses-inner, .swagger-ui .table-container { padding: 10px; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; width: 100%; font-size: 16px; }
  .swagger-ui textarea, .swagger-ui .lodge-choice select, .swagger-ui .lodge-choice input { font-size: 16px; }
  .lodge-offers .lodge-choice { flex: 1 1 100%; }
  .swagger-ui .lodge-offers .lodge-choice select, .swagger-ui .lodge-offers .lodge-choice input { flex: 1 1 60%; }
}
`;
