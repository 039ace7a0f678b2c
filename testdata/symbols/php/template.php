<html>
<?php function title() { return 'x'; } ?>
<h1><?= title() ?></h1>
