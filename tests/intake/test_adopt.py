"""``symposium adopt``: sites of others become projects, and nothing is lost in silence."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.files import write
from support.services import Reply, recorded
from symposium.cli import main
from symposium.lint.permalinks import page_of
from symposium.project import load
from symposium_import.sites import cv_data
from symposium_import.sites.bodies import body_of
from symposium_import.sites.cv_data import markdown_list
from symposium_import.sites.jekyll import data_of
from symposium_import.sites.liquid import Liquid
from symposium_import.sites.template_tags import PageContext

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
        "---\ntitle: publications\npermalink: /publications/\nnav: true\nyears: [2024, 2023]\n---\n"
        "{% for y in page.years %}\n  <h2 class='year'>{{y}}</h2>\n"
        "  {% bibliography -f papers -q @*[year={{y}}]* %}\n{% endfor %}\n"
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
    "_includes/courses.liquid": (
        "{% assign years = site.teachings | group_by: 'year' %}{% for group in years %}\n"
        "  <h2>{{ group.name }}</h2>\n  <ul>\n    {% for course in group.items %}\n"
        "      <li><a href='{{ course.url | relative_url }}'>{{ course.title }}</a></li>\n"
        "    {% endfor %}\n  </ul>\n{% endfor %}\n"
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
    "_pages/nothing.md": "---\ntitle: Nothing\npermalink: /nothing/\nnav: true\n---\n\n",
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


def digest(folder: Path) -> str:
    made = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        made.update(f"{path} {path.read_bytes() if path.is_file() else ''}".encode())
    return made.hexdigest()


@pytest.fixture
def adopt(tmp_path, capsys):
    """Make a project of a folder; return its status, what is said, and where it is."""

    def run(source, *words, into="made"):
        status = main(["adopt", str(source), str(tmp_path / into), *words])
        said = capsys.readouterr()
        return status, said.out + said.err, tmp_path / into

    return run


@pytest.fixture
def adopted(adopt, tmp_path):
    """Make a project of a small site."""

    def run():
        source = write(tmp_path / "source", AL_FOLIO)
        before = digest(source)
        status, said, made = adopt(source)
        assert status == 0, said
        assert "made of al-folio" in said
        assert digest(source) == before
        return made

    return run


def report(made: Path) -> str:
    return (made / "adopted.txt").read_text("utf-8")


def test_a_site_builds_at_once_and_every_old_address_leads_somewhere(adopted, capsys):
    made = adopted()
    assert main(["check", "--severity", "error", str(made)]) == 0, capsys.readouterr().out
    built = subprocess.run(
        # A file that the old site had lost is named, and by the report, too.
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html",
         "-D", "suppress_warnings=symposium.R006", "-d", "_build/doctrees", ".", "_build/html"],
        cwd=made, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    lines = (made / "permalinks.txt").read_text("utf-8").splitlines()
    pages = [page for line in lines if not line.startswith("#") and (page := page_of(line))]
    assert [page for page in pages if not (made / f"_build/html/{page}.html").is_file()] == []
    assert set(OLD) <= set(pages)
    said = report(made)
    first = "look at this first:\n  _pages/nothing.md: Nothing is empty: it has no text there\n"
    assert said.startswith(f"made of al-folio\n{first}")
    others = [path for path in AL_FOLIO if path.startswith(("_layouts/", "_sass/"))]
    assert [
        path for path in others if path not in said and f"{path.split('/')[0]}/" not in said
    ] == []


OLD = (
    "projects/gauges/index", "publications/index", "blog/2024/storm/index",
    "news/announcement_1/index", "cv/index", "nothing/index", "blog/index", "teaching/index",
)  # fmt: skip


def test_al_folio(adopted):
    made = adopted()
    kb = load(made)
    mira = kb.people["mira-sol"]
    assert (mira.orcid, mira.photo) == ("0000-0002-1825-0097", "files/img/mira.png")
    assert mira.links["github"] == "https://github.com/mirasol"
    assert [one.organization for one in mira.education] == ["University of the Sea"]
    assert "[my work](/publications/index.md)" in mira.body
    assert "{project}`the gauge project <gauges>`" in mira.body
    assert "[a post](/blog/2024/storm/index.md)" in mira.body
    assert "![The harbour](/files/img/harbour.png)" in mira.body
    assert "\n## Now\n" in mira.body
    assert "not for the public" not in mira.body
    assert mira.body.endswith("Room 7")
    assert mira.headline == "Harbour Institute"
    refs = (made / "refs.bib").read_text()
    old = AL_FOLIO["_bibliography/papers.bib"].removeprefix("---\n---\n")
    old = old.replace("{tides.pdf}", "{files/pdf/tides.pdf}")
    assert refs == old.replace("{wave.png}", "{files/img/publication_preview/wave.png}")
    assert (made / "files/img/publication_preview/wave.png").read_bytes() == PNG
    post = (made / "blog/2024/storm/index.md").read_text()
    assert "```python\nprint('{{ x }}')\n```\n\nCosts **5**." in post
    assert "See {cite:t}`sol2024` \\[doe1999] (twice)." in post
    assert "[![wave](/files/img/wave.png) Waves](https://example.org)" in post
    said = report(made)
    assert '_bibliography/papers.bib: "sol2024": files lie below files/ now: pdf, preview' in said
    assert "_bibliography/papers.bib: poster: there is no file lost.pdf" in said
    assert "_pages/about.md: mystery: is not taken over" in said
    assert "_pages/about.md: {% include widget.html %} is left out" in said
    assert "_pages/about.md: a comment is left out" in said
    assert "_layouts/: 2 files" in said
    assert "_data/coauthors.yml: the file" in said


def test_named_profiles_of_al_folio_are_persons_and_others_stay_in_the_page(adopted):
    made = adopted()
    nils = load(made).people["nils-ebbe"]
    assert (nils.role, nils.photo) == ("phd", "files/img/mira.png")
    assert nils.body.split("\n\n") == ["He counts waves.", "PhD student"]
    ida = load(made).people["ida-falk"]
    assert (ida.role, ida.photo, ida.was) == ("phd", "files/img/mira.png", ("/team/ida/index",))
    assert ida.body.strip() == "- **Category**: PhD students\n- **Room**: B12\n\nShe rows."
    page = (made / "group/index.md").read_text()
    assert (
        page
        == "# group\n\n![group](/files/img/mira.png)\n\nA dog\n\n```{listing} people\n:view: cards\n:filter: off\n:id: nils-ebbe\n```\n"
    )


def test_what_al_folio_keeps_in_data_and_in_loops(adopted):
    made = adopted()
    conf = (made / "conf.py").read_text()
    assert 'symposium_home = "people/mira-sol"' in conf
    assert '("publications/index", "Publications"),' in conf
    assert conf.index('"cv/index"') < conf.index('"teaching/index"')
    (degree,) = load(made).people["mira-sol"].education
    assert (str(degree.start), str(degree.end)) == ("2016-02", "2019-10")
    cv = (made / "cv/index.md").read_text()
    for line in ("[CV of Mira Sol (PDF)](/files/pdf/tides.pdf)", "- **Full Name**: Mira Sol", "  - In Porto",
                 "  - <https://sea.example.org>", "## Hobbies\n\n- sailing"):  # fmt: skip
        assert line in cv
    course = (made / "teachings/gauges/index.md").read_text()
    assert "- **Term**: Spring\n" in course
    assert "**Topic**: Waves" in course
    listing = "```{listing} papers\n:year: 2024\n:group: year\n```\n"
    assert (made / "publications/index.md").read_text() == f"# publications\n\n{listing}"
    teaching = (made / "teaching/index.md").read_text()
    assert teaching == "# teaching\n\n## 2023\n\n- [Gauges 101](/teachings/gauges/index.md)\n"
    blog = (made / "blog/index.md").read_text()
    assert (
        "- [Storm: a report](/blog/2024/storm/index.md), 2024-02-03\n"
        "- [Elsewhere](/blog/2023/elsewhere/index.md), 2023-01-02" in blog
    )
    assert "[Elsewhere](https://example.org/post)" in (
        made / "blog/2023/elsewhere/index.md").read_text()  # fmt: skip
    assert not (made / "projects/index.md").exists()


def test_libraries(adopt, tmp_path):
    folder = write(tmp_path / "library", {
        "a/refs.bib": "@misc{one, title={One}, author={Doe, J.}}\n",
        "b/refs.bib": "@misc{two, title={Two}, author={Doe, J.}, pdf={files/y.pdf}}\n",
        "c.ris": "TY  - JOUR\nTI  - Three\nAU  - Doe, J.\nPY  - 2020\nXX  - odd\nER  -\n",
        "empty.bib": "", "notes.txt": "mine", "files/y.pdf": "%PDF-1.4",
    })  # fmt: skip
    status, said, made = adopt(folder)
    assert status == 0, said
    assert {one.title for one in load(made).papers} == {"One", "Two", "Three"}
    assert (made / "refs.bib").read_bytes().startswith((folder / "a/refs.bib").read_bytes())
    assert "symposium_bibfiles = ['refs.bib', 'b-refs.bib']" in (made / "conf.py").read_text()
    assert (made / "files/y.pdf").is_file()
    for line in ("empty.bib: there is no entry", "notes.txt"):
        assert line in report(made)
    items = [{"type": "book", "title": "B", "author": [{"family": "Roe", "given": "R."}]}]
    (tmp_path / "zotero.json").write_text(json.dumps(items))
    status, said, made = adopt(tmp_path / "zotero.json", into="second")
    assert [one.key for one in load(made).papers] == ["roeb"], said


def test_a_person_at_orcid(adopt, services):
    answers = recorded()
    services.otherwise = lambda path: answers(path) or Reply(status=404)
    status, said, made = adopt("orcid:0000-0003-1444-9135", into="scott")
    assert status == 0, said
    person = load(made).people["scott-a-chamberlain"]
    assert person.links["rOpenSci"] == "http://ropensci.org/"
    assert "Co-founder at rOpenSci" in person.body
    assert report(made).count("is left out") > 5  # works that nobody has recorded


@pytest.mark.parametrize(("words", "reason"), [
    (["nothing-there"], "is nothing that can be added"),
    (["doi:10.1234/x"], "there is no folder or file doi:10.1234/x"),
    (["{empty}"], "is none of the sites that are known"),
    (["{site}", "{site}/inside"], "lies in the source"),
    (["{site}", "{full}"], "is not empty"),
])  # fmt: skip
def test_wrong_use_is_named(words, reason, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    write(tmp_path / "full", {"x.txt": "x"})
    site = write(tmp_path / "site", AL_FOLIO)
    places = {"empty": tmp_path / "empty", "full": tmp_path / "full", "site": site}
    words = [word.format(**places) for word in words]
    words += [] if len(words) > 1 else [str(tmp_path / "new")]
    assert main(["adopt", *words]) == 2
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_damaged_files_are_reported_and_stop_nothing(adopt, tmp_path):
    files = dict(AL_FOLIO)
    files["_pages/broken.md"] = "---\ntitle: [\n---\nText\n"
    files["_pages/empty.md"] = ""
    files["_pages/zero.md"] = "---\n---\n"
    files["_posts/odd.md"] = "---\ntitle: {{ x }}\n---\nA\n"
    files["_data/cv.yml"] = "- title: [\n"
    files["_bibliography/more.bib"] = "@article{x, title = {Open\n"
    files["_projects/same.md"] = files["_projects/gauges.md"]
    source = write(tmp_path / "source", files)
    (source / "out.md").symlink_to("/etc/hostname")
    (source / "assets/pdf/out.pdf").symlink_to("/etc/hostname")
    status, said, made = adopt(source)
    assert status == 0, said
    text = report(made)
    assert "_pages/broken.md: the front matter cannot be read: it is not YAML" in text
    assert "_data/cv.yml: the data cannot be read" in text
    assert "out.md: " in text
    assert "assets/pdf/out.pdf: " in text
    assert not (made / "files/pdf/out.pdf").exists()
    assert (made / "projects/gauges-2.md").is_file()


def test_names_that_differ_in_signs_lose_nothing(adopt, tmp_path):
    source = write(tmp_path / "other", AL_FOLIO)
    for number, name in enumerate(("a b.pdf", "a-b.pdf", "a?b.pdf", "a#b.pdf")):
        path = source / "assets/pdf" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(number))
    _, _, made = adopt(source, into="second")
    assert sorted(path.read_text() for path in (made / "files").rglob("a-b.pdf")) == [
        "0",
        "1",
        "2",
        "3",
    ]


BODIES = {
    "<script>alert(1)</script>x": "x",
    "Title\n=====\ntext": "## Title\n\ntext",
    "`{{ kept }}` and `<b>`": "`{{ kept }}` and `<b>`",
    "x {: .class} <u>y</u>": "x y",
    "```python\n{% raw %}# x{% endraw %}\n```": "```python\n# x\n```",
    "<a href='https://x.org'>b</a><br>c": "[b](https://x.org)\\\nc",
    "[i](#none) [j](#here)\n## Here": "i [j](#here)\n## Here",
    "<ul>{% list talks %}</ul>": "```{listing} talks\n```",
    "a\n\n<ul class='x'>\n  <li>\2</li></ul>": "a",  # a loop over nothing
    "## A b\n{% bibliography %}\n## C\n[x](#a-b)": "## C\nx",  # a heading without works
    "<a href='.#x'>\n<h2>a</h2>\n</a>\nb": "## a\n\nb",
    "<a href='https://x.org'><img src='https://y.org/a.png' alt='z'></a>": "[z](https://x.org)",
    "a \\\\(x_1 < y\\\\) and \\(z\\) for $5": "a $x_1 < y$ and $z$ for $5",
    "so $$a^2$$ is\n\n$$\nb < c\n$$": "so $a^2$ is\n\n$$\nb < c\n$$",
    "<details><summary> More </summary>\n\n  Text\n</details>": "**More**\n\nText",
    "[a " + "[b](c) " * 40: "[a " + "b " * 39 + "b",  # a link that is not closed costs no more
    "<doi:10.1234/x> [y](doi:10.1234/y)": "<https://doi.org/10.1234/x> [y](https://doi.org/10.1234/y)",
    "![a][b]\n\n[b]: https://x.org/a.png": "[a][b]\n\n[b]: https://x.org/a.png",
    "# A\n\n### B\n\n---\n\n# C": "## A\n\n### B\n\n## C",
    "<py-script\n  src='x'>a</py-script>": "a",
}


@pytest.mark.parametrize("source", BODIES)
def test_bodies(source):
    page = PageContext(
        lambda *_: None, lambda *_: None, lambda _: None, lambda text: text,
        lambda _: "", lambda keys: f"{{cite:t}}`{keys}`",
    )  # fmt: skip
    assert body_of(source, page) == BODIES[source]


TEMPLATES = {
    "{% for y in page.years reversed %}{{ y }}{% unless forloop.last %}, {% endunless %}{% endfor %}":
        "2024, 2023",
    "{% assign a = site.data.talks | where: 'year', 2024 | sort: 'title' %}{{ a[0].title }}{{ a.size }}":
        "A2",
    "{% assign g = site.data.talks | group_by: 'year' %}{% for y in g %}{{ y.name }}:{{ y.items | map: "
    "'title' | join: '+' }};{% endfor %}": "2024:B+A;2023:C;",
    "{% if page.on and page.years contains '2024' %}x{% elsif true %}y{% else %}z{% endif %}": "y",
    "{% case page.years.first %}{% when '1', '2023' %}a{% else %}b{% endcase %}": "a",
    "a\n  {%- if page.no == blank -%}\n b{% endif %}": "ab",
    "{% for i in (1..9) %}{% if i < 3 %}{{ i | times: 2 }}{% endif %}{% endfor %}": "24",
    "{% capture x %}{{ 'a b' | upcase | replace: ' ', '-' }}{% endcapture %}{{ x }}{{ nothing }}": "A-B",
    "{% bibliography -q @*[year={{page.years[1]}}]* %}": "{% bibliography -q @*[year=2024]* %}",
    "{% include a.html t='z' %}{% include b.html c=page.no %}": '<z>{% include b.html c="" %}',
    "{{ '2024-05-01' | date: '%B %Y' }}{% for": "May 2024{% for",
}  # fmt: skip


@pytest.mark.parametrize("template", TEMPLATES)
def test_templates_print_what_jekyll_prints(template):
    unknown: list[str] = []
    talks = [{"title": text[0], "year": f"202{text[1]}"} for text in ("B4", "A4", "C3")]
    page = {"years": ["2023", "2024"], "on": "false"}
    values = {"page": page, "site": {"data": {"talks": talks}}, "x": "a"}
    includes = {"a.html": "<{{ include.t }}>"}
    liquid = Liquid(values, includes.get, lambda _: None, unknown.append)
    assert liquid.render(template) == TEMPLATES[template]
    assert unknown == (["nothing"] if "nothing" in template else [])
    doubled = "{% for i in (1..999) %}{% assign x = x | append: x %}{% endfor %}{{ x }}"
    assert len(liquid.render(doubled)) < 100_000_000  # it ends soon


CV = """
- {title: General Information, contents: [{name: Born, value: 1990}]}
- title: Education
  contents:
    - {title: PhD, institution: U, year: 2017}
    - {title: MSc, year: 2013}
- title: Experience
  contents:
    - {title: Fellow, institution: D, year: 2023 - present}
    - {title: Post, institution: K, year: 2017-2019, description: [a, b]}
- {title: Honors and Awards, contents: [{year: 2022 - 2023, title: X}]}
"""


def test_curricula_vitae():
    fields: dict = {}
    left = cv_data.read(data_of(CV)[0], fields)
    assert [name for name, _ in left] == ["General Information", "Education"]
    assert [markdown_list(rows) for _, rows in left] == ["- **Born**: 1990", "- **MSc**: 2013"]
    assert fields["education"] == [
        {"degree": "PhD", "organization": "U", "start": "", "end": "2017"}]  # fmt: skip
    assert [(one["start"], one["end"], one["description"]) for one in fields["positions"]] == [
        ("2023", "present", ""), ("2017", "2019", "a\n\nb")]  # fmt: skip
    assert [(one["title"], one["date"]) for one in fields["awards"]] == [("X", "2022")]
    rows = [{"degree": "PhD", "area": "Tides", "institution": "U", "end_date": "2019"}]
    fields = {}
    data = {"cv": {"sections": {"Education": rows, "Skills": [{"a": "b"}]}}}
    assert [name for name, _ in cv_data.read(data, fields)] == ["Skills"]
    assert [(one["degree"], one["end"]) for one in fields["education"]] == [
        ("PhD in Tides", "2019")
    ]
    assert not cv_data.is_of({"cv": {"name": "Albert Einstein"}}, "Mira Sol")
