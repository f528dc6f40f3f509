"""A small book in four languages of a game that does not exist, with everything a page can hold."""

from ruleloom_site import Asset, Card, Fact, Page, Section, Settings, Volume, Words
from ruleloom_site.escape import markdown_text
from ruleloom_site.markup import block, facts, figure, heading, rule

PICTURE = """<svg viewBox="0 0 160 100" role="img" aria-label="{title}">
<g fill="none" stroke="currentColor" stroke-width="2">
<rect x="30" y="10" width="100" height="80" rx="6"/>

<path d="M63 10v80M97 10v80M30 37h100M30 63h100" opacity=".4"/></g>
<circle cx="80" cy="50" r="9" fill="currentColor"/><circle cx="113" cy="23" r="9" fill="none" stroke="currentColor"/>
</svg>"""

TEXTS = {
    "en": {
        "name": "English", "title": "The rules of the game", "game": "Meadow", "summary": "Walk over the meadow and leave no stone behind.",
        "start": "All games of this book, with pictures and examples.", "setup": "Set up", "turn": "The turn", "place": "Place the stones on the meadow.",
        "walk": "Walk exactly as far as the stone under you says, and never over the same stone twice.",
        "stop": "Whoever cannot walk loses at once.", "term": "meadow", "table": "Components", "count": "Number", "thing": "Thing", "stone": "stone",
        "players": "Players", "minutes": "Minutes", "difficulty": "Difficulty", "easy": "easy", "example": "A worked example",
        "caption": "The filled stone has walked two places.", "footer": "tactics", "variant": "Long walk", "ruling": "Unclear in the source; read like this.",
    },
    "de": {
        "name": "Deutsch", "title": "Die Spielregeln", "game": "Blumenwiese", "summary": "Geht über die Blumenwiese und lasst keinen Stein zurück.",
        "start": "Alle Spiele dieses Buches, mit Bildern und Beispielen.", "setup": "Aufbau", "turn": "Der Zug", "place": "Legt die Steine auf die Blumenwiese.",
        "walk": "Geh genau so weit, wie der Stein unter dir sagt, und nie zweimal über denselben Stein.",
        "stop": "Wer nicht gehen kann, verliert sofort.", "term": "Blumenwiesen", "table": "Spielmaterial", "count": "Anzahl", "thing": "Gegenstand", "stone": "Stein",
        "players": "Spieler", "minutes": "Minuten", "difficulty": "Schwierigkeit", "easy": "leicht", "example": "Ein durchgespieltes Beispiel",
        "caption": "Der volle Stein ist zwei Felder gegangen.", "footer": "Taktik", "variant": "Langer Weg", "ruling": "In der Quelle unklar; so gelesen.",
    },
    "fr": {
        "name": "Français", "title": "Les règles du jeu", "game": "Prairie fleurie", "summary": "Traversez la prairie sans laisser un seul caillou.",
        "start": "Tous les jeux de ce livre, avec des images et des exemples.", "setup": "Mise en place", "turn": "Le tour", "place": "Posez les cailloux sur la prairie.",
        "walk": "Avancez d’autant de cases que l’indique le caillou sous vous, jamais deux fois sur le même caillou.",
        "stop": "Qui ne peut plus avancer perd aussitôt.", "term": "cailloux", "table": "Matériel", "count": "Nombre", "thing": "Objet", "stone": "caillou",
        "players": "Joueurs", "minutes": "Minutes", "difficulty": "Difficulté", "easy": "facile", "example": "Un exemple commenté",
        "caption": "Le caillou plein a avancé de deux cases.", "footer": "tactique", "variant": "Longue marche", "ruling": "Peu clair dans la source ; lu ainsi.",
    },
    "es": {
        "name": "Español", "title": "Las reglas del juego", "game": "Pradera", "summary": "Cruzad la pradera sin dejar atrás ninguna piedra.",
        "start": "Todos los juegos de este libro, con imágenes y ejemplos.", "setup": "Preparación", "turn": "El turno", "place": "Poned las piedras en la pradera.",
        "walk": "Camina tantas casillas como diga la piedra bajo tus pies, nunca dos veces por la misma piedra.",
        "stop": "Quien no pueda caminar pierde al instante.", "term": "piedra", "table": "Material", "count": "Cantidad", "thing": "Cosa", "stone": "piedra",
        "players": "Jugadores", "minutes": "Minutos", "difficulty": "Dificultad", "easy": "fácil", "example": "Un ejemplo comentado",
        "caption": "La piedra llena ha caminado dos casillas.", "footer": "táctica", "variant": "Camino largo", "ruling": "Poco claro en la fuente; se lee así.",
    },
}  # fmt: skip

WORDS = {
    "en": Words(),
    "de": Words(
        language="Sprache",
        copy_link="Verweis auf diese Stelle kopieren",
        copied="Verweis kopiert",
        theme_system="Farben wie im System; zu hell wechseln",
        theme_light="Helle Farben; zu dunkel wechseln",
        theme_dark="Dunkle Farben; zu denen des Systems wechseln",
        home="Startseite",
        not_found="Diese Seite gibt es nicht",
        not_found_help="Vielleicht heißt die Seite jetzt anders. Von der Startseite aus ist alles zu erreichen.",
        outside="führt zu einer anderen Website",
        games="Spiele",
    ),
    "fr": Words(
        language="Langue",
        copy_link="Copier le lien vers ce passage",
        copied="Lien copié",
        theme_system="Couleurs du système ; passer au clair",
        theme_light="Couleurs claires ; passer au sombre",
        theme_dark="Couleurs sombres ; revenir à celles du système",
        home="Page d’accueil",
        not_found="Cette page n’existe pas",
        not_found_help="La page a peut-être changé de nom. La page d’accueil mène à toutes les autres.",
        outside="mène à un autre site",
        games="Jeux",
    ),
    "es": Words(
        language="Idioma",
        copy_link="Copiar el enlace a este punto",
        copied="Enlace copiado",
        theme_system="Colores del sistema; cambiar a claros",
        theme_light="Colores claros; cambiar a oscuros",
        theme_dark="Colores oscuros; volver a los del sistema",
        home="Página de inicio",
        not_found="Esta página no existe",
        not_found_help="Puede que la página tenga ahora otro nombre. Desde la página de inicio se llega a todo.",
        outside="lleva a otro sitio",
        games="Juegos",
    ),
}

SETTINGS = Settings(site_name="Meadow & <Friends>", footer="Unofficial; free of charge.")


def volume(language: str, copies: int = 1) -> Volume:
    """The book in one language, with so many games, all of them alike."""
    words = TEXTS[language]
    games = [f"meadow{number or ''}" for number in range(copies)]
    pages = [Page("index", words["title"], f"# {words['title']} {{: #start }}\n\n{words['start']}\n")]
    for game in games:
        pages.append(Page(f"{game}/index", words["game"], game_page(words), scripts=("meadow/data.js",)))
        pages.append(Page(f"{game}/long", words["variant"], variant_page(words), searched=False))
    facts = (
        Fact("players", words["players"], "2–4"),
        Fact("minutes", words["minutes"], "20"),
        Fact("difficulty", words["difficulty"], words["easy"]),
    )
    picture = PICTURE.format(title=words["game"])
    return Volume(
        language=language,
        name=words["name"],
        title=words["title"],
        pages=tuple(pages),
        nav=("index", *(Section(words["game"], (f"{game}/index", f"{game}/long")) for game in games)),
        cards=tuple(Card(f"{game}/index", words["game"], words["summary"], facts, picture) for game in games),
        assets=(Asset("meadow/data.js", b"globalThis.meadowWasLoaded = true;\n"),),
        words=WORDS[language],
    )


def book(copies: int = 1) -> tuple[Volume, ...]:
    """All four languages."""
    return tuple(volume(language, copies) for language in TEXTS)


def game_page(words: dict[str, str]) -> str:
    """A page with numbered rules, a table, a picture, a link to another site."""
    say = {name: markdown_text(text) for name, text in words.items()}
    rows = "\n".join(f"| {say['stone']} | {number} |" for number in (13, 1))
    steps = [rule(f"moves.walk.rules.step{number}", say["walk"], f"2.{number}") for number in range(1, 9)]
    values = ((say["players"], "2–4"), (say["minutes"], "20"), (say["difficulty"], f"●○○ {say['easy']}"))
    picture = PICTURE.format(title=words["example"]).replace("viewBox", 'width="480" height="300" viewBox')
    return "\n".join(
        (
            heading(1, "game", say["game"]),
            say["summary"] + "\n",
            facts(values),
            heading(2, "setup", say["setup"], "1"),
            rule("setup.place", say["place"], "1.1") + rule("setup.end", say["stop"], "1.2"),
            heading(3, "components", say["table"]),
            f"| {say['thing']} | {say['count']} |\n|---|---|\n{rows}",
            f"| ♥︎ ♦︎ {markdown_text('a | b')} | {' '.join(['10101'] * 12)} |\n",
            heading(2, "turn", say["turn"], "2"),
            "".join(steps) + rule("moves.walk.detail", say["stop"], depth=1),
            block("ruling", say["ruling"] + " [Outside](https://example.org/meadow)", "rulings.far"),
            heading(2, "example", say["example"], "3"),
            figure(picture, say["caption"]),
            f"[{say['variant']}](long.md#setup.place)",
        )
    )


def variant_page(words: dict[str, str]) -> str:
    """A page that links back."""
    say = {name: markdown_text(text) for name, text in words.items()}
    return "\n".join(
        (
            heading(1, "variant", say["variant"]),
            rule("setup.place", say["place"], "1.1"),
            f"[{say['game']}](index.md#moves.walk.detail)",
        )
    )
