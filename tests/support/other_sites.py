"""Small sites as other generators have them, written by hand in the layouts of their templates."""

from __future__ import annotations

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0\x1f\x15\xc4\x89"

AL_FOLIO = {
    "_config.yml": (
        "title: blank\nfirst_name: Mira\nmiddle_name:\nlast_name: Sol\nemail: mira@example.org\n"
        "baseurl: /mira\nurl: https://example.org\nlang: en\npermalink: /blog/:year/:title/\n"
        "orcid_id: 0000-0002-1825-0097\nscholar_userid: abc123\ngithub_username: mirasol\n"
        "icon: \U0001f30a\nscholar:\n  last_name: [Sol]\n  first_name: [Mira, M.]\n"
        "collections:\n  news:\n    output: true\n  projects:\n    output: true\n"
    ),
    "_pages/about.md": (
        "---\nlayout: about\ntitle: about\npermalink: /\nsubtitle: Harbour Institute\n"
        "profile:\n  align: right\n  image: mira.png\n  address: <p>Room 7</p>\n"
        "news: true\nmystery: 42\n---\n\n"
        "I study **tides**{:.big}, see [my work]({{ '/publications/' | relative_url }}),\n"
        "[the gauge project](/mira/projects/gauges/) and [a post]({% post_url 2024-02-03-storm %}).\n\n"
        '{% include widget.html %}\n\n# Now\n\n<div class="row">\n  <div>\n'
        '    {% include figure.liquid path="assets/img/harbour.png" caption="The harbour" %}\n'
        "  </div>\n</div>\n<!-- not for the public -->\n"
    ),
    "_pages/publications.md": (
        "---\nlayout: page\ntitle: publications\npermalink: /publications/\nnav: true\n---\n"
        "{% bibliography %}\n"
    ),
    "_pages/cv.md": (
        "---\nlayout: cv\ntitle: CV\npermalink: /cv/\nnav: true\nnav_order: 2\n"
        "cv_pdf: tides.pdf\n---\n\nA page.\n"
    ),
    "_pages/group.md": (
        "---\nlayout: profiles\npermalink: /group/\ntitle: group\nprofiles:\n"
        "  - name: Nils Ebbe\n    image: mira.png\n    content: nils.md\n"
        "    more_info: <p>PhD student</p>\n  - image: mira.png\n    more_info: A dog\n---\n"
    ),
    "_team/ida.md": (
        "---\ntitle: Ida Falk\ncategory: PhD students\nportrait: assets/img/mira.png\n"
        "room: B12\norder: 4\n---\n\nShe rows.\n"
    ),
    "_pages/nils.md": "---\n---\nHe counts waves.\n",
    "_pages/teaching.md": (
        "---\nlayout: page\ntitle: teaching\npermalink: /teaching/\nnav: true\nnav_order: 3\n---\n"
        "{% include courses.liquid %}\n"
    ),
    "_teachings/gauges.md": (
        "---\nlayout: course\ntitle: Gauges 101\nyear: 2023\nterm: Spring\n"
        "schedule:\n  - {week: 1, topic: Waves}\n---\n\nHow.\n"
    ),
    "_pages/projects.md": (
        "---\ntitle: projects\npermalink: /projects/\n---\n{% assign all = site.projects | sort: 'x' %}\n"
        "{% for project in all %}\n<h4>{{ project.title }}</h4>\n{% if project.img %}x{% endif %}\n"
        "{% endfor %}\n"
    ),
    "blog/index.html": (
        "---\nlayout: default\ntitle: blog\n---\n<ul>\n{% for post in paginator.posts %}<li>\n"
        "<a href='{{ post.url }}'>{{ post.title }}</a>{% for tag in post.tags %}{% endfor %}</li>\n"
        "{% endfor %}</ul>\n"
    ),
    "_posts/2023-01-02-elsewhere.md": (
        "---\ntitle: Elsewhere\nredirect: https://example.org/post\n---\n"
    ),
    "_sass/_themes.scss": ":root {\n  --global-theme-color: #{v.$tide};\n}\n",
    "_sass/_variables.scss": "$tide: #0a5f8a !default;\n",
    "_bibliography/papers.bib": (
        "---\n---\n@string{jt = {Journal of Tides}}\n\n@article{sol2024,\n  abbr    = {JT},\n"
        "  author  = {Sol, Mira and Weber, Jonas},\n  title   = {Tides},\n  journal = jt,\n"
        "  year    = {2024},\n  pdf     = {tides.pdf},\n  preview = {wave.png},\n"
        "  poster  = {lost.pdf},\n  selected = {true}\n}\n"
    ),
    "_news/announcement_1.md": (
        "---\nlayout: post\ndate: 2024-05-01 10:00:00\ninline: true\n---\n\nA prize :tada:\n"
    ),
    "_posts/2024-02-03-storm.md": (
        '---\nlayout: post\ntitle: "Storm: a report"\ntags: [weather]\n---\n'
        "{% highlight python %}\nprint('{{ x }}')\n{% endhighlight %}\n\nCosts <b>5</b>.\n"
        'See <d-cite key="sol2024,doe1999"></d-cite><d-footnote>twice</d-footnote>.\n\n'
        '<a href="https://example.org"><div>\n<img src="/assets/img/wave.png"> Waves\n</div></a>\n'
    ),
    "_projects/gauges.md": (
        "---\nlayout: page\ntitle: Gauges\ndescription: with a picture\nimg: assets/img/wave.png\n"
        "importance: 1\ncategory: work\ngithub: https://github.com/mirasol/gauges\n---\n\nMore.\n"
    ),
    "_data/coauthors.yml": (
        '"weber":\n  - firstname: ["jonas", "j."]\n    url: https://example.org/weber\n'
        '"bach":\n  - firstname: ["johann"]\n    url: https://example.org/bach\n'
    ),
    "_data/cv.yml": (
        "- title: General Information\n  type: map\n  contents:\n    - name: Full Name\n"
        "      value: Mira Sol\n"
        "- title: Education\n  type: time_table\n  contents:\n    - title: PhD\n"
        "      institution: <a href='https://sea.example.org'>University of the Sea</a>\n"
        "      year: Feb 2016 - Oct 2019\n"
        "      description: ['Advisor: Ada', 'Thesis: Tides', 'With distinction', 'In Porto']\n"
        "- title: Hobbies\n  type: list\n  contents: [sailing]\n"
    ),
    "_layouts/page.liquid": "<html></html>",
    "_layouts/cv.liquid": "<html></html>",
    "assets/img/mira.png": PNG,
    "assets/img/harbour.png": PNG,
    "assets/img/wave.png": PNG,
    "assets/img/publication_preview/wave.png": PNG,
    "assets/pdf/tides.pdf": b"%PDF-1.4\n",
    "assets/css/main.scss": "a {}",
    "README.md": "---\ntitle: not a page\n---\n# al-folio\n",
    "404.md": "---\nlayout: page\npermalink: /404.html\ntitle: Page not found\n---\nGone.\n",
}
