const app = express();
app.use(json());
app.listen(3000);
