import { html } from './html.js';

describe('HTML', () => {
  it('escapes what is put in, in content and in quoted attributes', () => {
    const name = `<script>"&'`;
    expect(html`<p title="${name}">${name}</p>`.text).toBe(
      '<p title="&#60;script&#62;&#34;&#38;&#39;">&#60;script&#62;&#34;&#38;&#39;</p>',
    );
  });

  it('nests, one or many', () => {
    const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
    expect(html`<p>${items}${html`<b>x</b>`}${3}</p>`.text).toBe('<p><i>a</i><i>&#60;b&#62;</i><b>x</b>3</p>');
  });
});
