"""Small sites as other generators have them, written by hand in the layouts of their templates."""

from __future__ import annotations

from pathlib import Path

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
    "assets/json/resume.json": '{"basics": {"name": "Albert Einstein"}, "work": []}',
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

ACADEMICPAGES = {
    "_config.yml": (
        "title: Mira Sol\nurl: https://example.org\nauthor:\n  name: Mira Sol\n"
        "  avatar: profile.png\n  bio: Tides and gauges\n  employer: Harbour Institute\n"
        "  location: Lisbon\n  github: mirasol\n  email: mira@example.org\n"
        "  orcid: http://orcid.org/0000-0002-1825-0097\n"
    ),
    "_pages/about.md": (
        "---\npermalink: /\ntitle: About\nredirect_from:\n  - /about/\n  - /terms/\n---\n"
        "See [my talk](/talks/2023-04-05-waves) and [slides](/files/slides.pdf).\n"
    ),
    "_pages/terms.md": "---\npermalink: /terms/\ntitle: Terms\n---\nBe kind.\n",
    "_publications/2024-01-02-tides.md": (
        '---\ntitle: "Tides: a study"\ncollection: publications\ncategory: manuscripts\n'
        "permalink: /publication/2024-01-02-tides\nexcerpt: 'On tides.'\ndate: 2024-01-02\n"
        "venue: 'Journal of Tides'\npaperurl: 'https://example.org/files/tides.pdf'\n"
        "citation: 'Sol, M., & Weber, J. (2024). &quot;Tides: a study.&quot; <i>JT</i>. 1(1).'\n"
        "---\n\nThe abstract with [the journal](https://example.org/jt).\n"
    ),
    "_talks/2023-04-05-waves.md": (
        '---\ntitle: "Waves"\ncollection: talks\ntype: "Talk"\npermalink: /talks/2023-04-05-waves\n'
        'venue: "Sea School"\ndate: 2023-04-05\nlocation: "Porto"\n---\n\n# What\n\nOn waves.\n'
    ),
    "_teaching/2022-course.md": (
        '---\ntitle: "Gauges 101"\ncollection: teaching\ntype: "Course"\n'
        'permalink: /teaching/2022-course\nvenue: "University"\ndate: 2022-09-01\n---\nHow.\n'
    ),
    "_portfolio/buoy.md": (
        '---\ntitle: "Buoy"\nexcerpt: "A buoy<br/><img src=\'/images/buoy.png\'>"\n'
        "collection: portfolio\n---\nIt floats.\n"
    ),
    "_posts/2020-01-01-old.md": "---\ntitle: Old\npermalink: /posts/2020/old/\n---\n\nText\n====\n",
    "files/slides.pdf": b"%PDF-1.4\n",
    "files/tides.pdf": b"%PDF-1.4\n",
    "images/profile.png": PNG,
    "images/buoy.png": PNG,
}

HUGO = {
    "config/_default/hugo.yaml": "title: Harbour Group\ndefaultContentLanguage: de\n",
    "content/authors/mira/_index.md": (
        "---\ntitle: Mira Sol\nsuperuser: true\nrole: Professor of Tides\norganizations:\n"
        "  - name: Harbour Institute\nuser_groups: [Principal Investigators]\n"
        "interests: [Tides, Gauges]\nsocial:\n  - icon: envelope\n    link: 'mailto:m@example.org'\n"
        "  - icon: orcid\n    link: https://orcid.org/0000-0002-1825-0097\n---\nShe measures.\n"
    ),
    "content/authors/mira/avatar.png": PNG,
    "content/authors/jonas/_index.md": (
        "---\ntitle: Jonas Weber\nrole: Cartographer\nbio: Draws coasts.\n"
        "user_groups: [Grad Students]\n---\nHe draws.\x1b\n"
    ),
    "content/publication/tides/index.md": (
        '---\ntitle: Tides of "X"\nauthors: [mira, jonas, Ada Guest]\nauthor_notes:\n'
        "  - Equal contribution\n  - Equal contribution\ndate: '2024-03-01'\ndoi: 10.1234/tides\n"
        "publication_types: ['paper-conference']\npublication: In *Proceedings of Seas*\n"
        "abstract: We measure 50% of $x^2$.\ntags: [Tides]\nfeatured: true\nurl_pdf: tides.pdf\n"
        "url_code: https://example.org/code\nlanguages: none\naliases: [/old/tides/]\n---\n\n"
        "{{% callout note %}}\nRead [the post](/post/prize/).\n{{% /callout %}}\n\n"
        '{{< figure src="wave.png" title="A wave" >}}\n{{< odd x="1" >}}\n'
    ),
    "content/publication/tides/cite.bib": (
        "@inproceedings{sol24,\n  title={Tides of {X}},\n  author={Sol, Mira and Weber, Jonas},\n"
        "  booktitle={Seas},\n  year={2024}\n}\n"
    ),
    "content/publication/tides/featured.png": PNG,
    "content/publication/tides/wave.png": PNG,
    "content/publication/tides/tides.pdf": b"%PDF-1.4\n",
    "content/publication/_index.md": "---\ntitle: Publications\n---\n",
    "content/post/prize/index.md": (
        '+++\ntitle = "A prize"\ndate = 2024-04-05\n+++\n\nWe won.\n\n```mermaid\na-->b\n```\n'
    ),
    "content/project/buoy/index.md": (
        "---\ntitle: Buoy\nsummary: A buoy.\nexternal_link: https://example.org/buoy\n---\n\n"
        "<p>It <i>floats</i>.</p>\n<table><tr><th>a</th></tr><tr><td>b</td></tr></table>\n"
    ),
    "content/event/talk/index.md": (
        "---\ntitle: A talk\nevent: Sea School\nlocation: Porto\ndate: '2023-06-01T13:00:00Z'\n"
        "authors: [jonas]\nabstract: On buoys.\n---\n"
    ),
    "content/draft/index.md": "---\ntitle: Draft\ndraft: true\n---\nNot yet.\n",
    "content/_index.md": (
        "---\ntitle: Home\nsections:\n  - block: hero\n    content:\n      title: Harbour<br>Group\n"
        "      text: Welcome to *us*.\n---\n"
    ),
    "layouts/partials/x.html": "<p></p>",
}

MINI_CONF = {
    "sitedata/config.yml": (
        "name: Tides 2024\ntagline: First<br>Tides Conference\ndate: 3-4 June 2024\n"
        "proceedings_title: Proceedings of Tides\n"
    ),
    "sitedata/papers.csv": (
        "UID,title,authors,abstract,keywords,session\n"
        '7,"Tides, again",Mira Sol|Jonas Weber,"We measure $x$,\nand more.",tides|gauges,1A\n'
        "8,,Nobody,,,\n"
    ),
    "sitedata/speakers.csv": (
        "UID,image,title,institution,speaker,abstract,bio,session\n"
        "1,x.png,The Sea,Harbour Institute,Mira Sol,On the sea.,She measures.,K\n"
    ),
    "sitedata/main_calendar.json": (
        '[{"title": "Coffee", "start": "2024-06-03T10:00:00+01:00",'
        ' "end": "2024-06-03T10:30:00+01:00"},\n'
        ' {"title": "Keynote: Mira Sol", "start": "2024-06-03T09:00:00+01:00",'
        ' "end": "2024-06-03T10:00:00+01:00"},\n'
        ' {"title": "?", "start": "soon", "end": "later"}]\n'
    ),
    "sitedata/committee.yml": "committee:\n  - role: Chair\n    name: Ada Guest\n    aff: Sea School\n",
    "sitedata/faq.yml": "FAQ:\n  - Section: Travel\n    QA:\n      - Question: How?\n        Answer: By boat.\n",
}


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write the files of a site."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder
